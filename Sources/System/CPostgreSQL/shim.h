// libpq, PostgreSQL's C interface, with stand-ins for what Swift cannot import.
#ifndef HEARTCAM_CPOSTGRESQL_SHIM_H
#define HEARTCAM_CPOSTGRESQL_SHIM_H

#include <libpq-fe.h>

/// Stands in for the macro PG_DIAG_SQLSTATE, a character: the five characters of a failure's class,
/// or NULL.
static inline const char *heartcam_pq_state(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

/// Stands in for PG_DIAG_MESSAGE_PRIMARY: the failure without the details that hold values, or NULL.
static inline const char *heartcam_pq_message(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}

#endif
