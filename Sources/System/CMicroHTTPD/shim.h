// GNU libmicrohttpd's C interface, with what Swift cannot import by itself.
#ifndef HEARTCAM_CMICROHTTPD_SHIM_H
#define HEARTCAM_CMICROHTTPD_SHIM_H

#include <microhttpd.h>
#include <string.h>

// Resolves the percent signs of a path or of a part of a query, in place, unless one of them stands for a
// zero byte: a path is compared as a C string, which would end there.
static inline size_t heartcam_http_unescape(void *context, struct MHD_Connection *connection, char *text) {
  (void)context;
  (void)connection;
  return strstr(text, "%00") ? strlen(text) : MHD_http_unescape(text);
}

// Stands in for MHD_start_daemon, which is variadic: serves on one thread of the library's own that waits with poll(2),
// with connections that can be suspended. They come from a socket that listens already; or, with a certificate and its
// key in one PEM text, they speak TLS 1.2 or 1.3 and are given by MHD_add_connection. Returns NULL if it cannot be started.
static inline struct MHD_Daemon *heartcam_http_start(
    int socket, const char *certificate, unsigned int connections, size_t memory, unsigned int timeout_seconds,
    MHD_AccessHandlerCallback handle, MHD_RequestCompletedCallback completed,
    MHD_NotifyConnectionCallback notify, void *context) {
  struct MHD_OptionItem plain[] = {{MHD_OPTION_LISTEN_SOCKET, socket, NULL}, {MHD_OPTION_END, 0, NULL}};
  struct MHD_OptionItem encrypted[] = {
      {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)certificate},
      {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)certificate},
      {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)"NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"},
      {MHD_OPTION_END, 0, NULL}};
  unsigned int flags = MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME;
  if (certificate) flags |= MHD_USE_TLS | MHD_USE_NO_LISTEN_SOCKET | MHD_USE_ITC;
  return MHD_start_daemon(
      flags, 0, NULL, NULL, handle, context,
      MHD_OPTION_ARRAY, certificate ? encrypted : plain, MHD_OPTION_CONNECTION_LIMIT, connections,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory, MHD_OPTION_CONNECTION_TIMEOUT, timeout_seconds,
      MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_UNESCAPE_CALLBACK,
      heartcam_http_unescape, NULL, MHD_OPTION_NOTIFY_COMPLETED, completed, context,
      MHD_OPTION_NOTIFY_CONNECTION, notify, context, MHD_OPTION_END);
}

// Stands in for MHD_get_connection_info, which is variadic: the connection's socket, or -1.
static inline int heartcam_http_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

// Stand in for the macros MHD_CONTENT_READER_END_OF_STREAM and MHD_SIZE_UNKNOWN, which Swift does not import.
static inline ssize_t heartcam_http_end_of_stream(void) { return MHD_CONTENT_READER_END_OF_STREAM; }
static inline uint64_t heartcam_http_unknown_size(void) { return MHD_SIZE_UNKNOWN; }

#endif
