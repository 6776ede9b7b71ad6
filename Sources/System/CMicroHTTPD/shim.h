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

// Stands in for MHD_start_daemon, which is variadic: serves a socket that listens already, on one thread of the
// library's own that waits with poll(2), with connections that can be suspended. Returns NULL if it cannot be started.
static inline struct MHD_Daemon *heartcam_http_start(
    int socket, unsigned int connections, size_t memory, unsigned int timeout_seconds,
    MHD_AccessHandlerCallback handle, MHD_RequestCompletedCallback completed,
    MHD_NotifyConnectionCallback notify, void *context) {
  return MHD_start_daemon(
      MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handle, context,
      MHD_OPTION_LISTEN_SOCKET, socket, MHD_OPTION_CONNECTION_LIMIT, connections,
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
