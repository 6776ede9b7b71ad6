// GnuTLS's C interface, as far as a certificate of one's own needs it.
#ifndef HEARTCAM_CGNUTLS_SHIM_H
#define HEARTCAM_CGNUTLS_SHIM_H

#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <string.h>

// Makes a P-256 key and a certificate for it that it signs itself, and writes both as PEM text, the key first.
// The names are host names; the address is 4 or 16 bytes, or none. Returns the length of the text, or GnuTLS's error.
static inline ssize_t heartcam_tls_make(
    const char *const *names, size_t name_count, const void *address, size_t address_length,
    const unsigned char serial[16], time_t start, time_t end, char *text, size_t capacity) {
  gnutls_x509_privkey_t key = NULL;
  gnutls_x509_crt_t certificate = NULL;
  size_t key_length = capacity, rest = 0;
  int code = gnutls_x509_privkey_init(&key);
  if (code >= 0)
    code = gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA, GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0);
  if (code >= 0) code = gnutls_x509_crt_init(&certificate);
  if (code >= 0) code = gnutls_x509_crt_set_version(certificate, 3);
  if (code >= 0) code = gnutls_x509_crt_set_serial(certificate, serial, 16);
  if (code >= 0) code = gnutls_x509_crt_set_dn(certificate, "CN=Heartcam", NULL);
  if (code >= 0) code = gnutls_x509_crt_set_activation_time(certificate, start);
  if (code >= 0) code = gnutls_x509_crt_set_expiration_time(certificate, end);
  if (code >= 0) code = gnutls_x509_crt_set_basic_constraints(certificate, 0, -1);
  if (code >= 0) code = gnutls_x509_crt_set_key_usage(certificate, GNUTLS_KEY_DIGITAL_SIGNATURE);
  if (code >= 0) code = gnutls_x509_crt_set_key_purpose_oid(certificate, GNUTLS_KP_TLS_WWW_SERVER, 0);
  for (size_t index = 0; index < name_count && code >= 0; index++)
    code = gnutls_x509_crt_set_subject_alt_name(
        certificate, GNUTLS_SAN_DNSNAME, names[index], strlen(names[index]), GNUTLS_FSAN_APPEND);
  if (code >= 0 && address_length)
    code = gnutls_x509_crt_set_subject_alt_name(
        certificate, GNUTLS_SAN_IPADDRESS, address, address_length, GNUTLS_FSAN_APPEND);
  if (code >= 0) code = gnutls_x509_crt_set_key(certificate, key);
  if (code >= 0) code = gnutls_x509_crt_sign2(certificate, certificate, key, GNUTLS_DIG_SHA256, 0);
  if (code >= 0) code = gnutls_x509_privkey_export(key, GNUTLS_X509_FMT_PEM, text, &key_length);
  rest = code >= 0 ? capacity - key_length : 0;
  if (code >= 0) code = gnutls_x509_crt_export(certificate, GNUTLS_X509_FMT_PEM, text + key_length, &rest);
  if (certificate) gnutls_x509_crt_deinit(certificate);
  if (key) gnutls_x509_privkey_deinit(key);
  return code < 0 ? code : (ssize_t)(key_length + rest);
}

// Reads the first certificate of a PEM text: its SHA-256, and when it ends. Returns below 0 if there is none.
static inline int heartcam_tls_read(const void *text, unsigned int length, unsigned char digest[32], time_t *end) {
  gnutls_x509_crt_t certificate = NULL;
  gnutls_datum_t datum = {(unsigned char *)text, length};
  size_t digest_length = 32;
  int code = gnutls_x509_crt_init(&certificate);
  if (code < 0) return code;
  code = gnutls_x509_crt_import(certificate, &datum, GNUTLS_X509_FMT_PEM);
  if (code >= 0) code = gnutls_x509_crt_get_fingerprint(certificate, GNUTLS_DIG_SHA256, digest, &digest_length);
  if (code >= 0) *end = gnutls_x509_crt_get_expiration_time(certificate);
  gnutls_x509_crt_deinit(certificate);
  return code;
}

#endif
