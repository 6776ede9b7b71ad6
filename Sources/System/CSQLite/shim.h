// SQLite's C interface, with stand-ins for what Swift cannot import.
#ifndef HEARTCAM_CSQLITE_SHIM_H
#define HEARTCAM_CSQLITE_SHIM_H

#include <sqlite3.h>
#include <sys/vfs.h>

/// Stands in for the macro SQLITE_TRANSIENT, a cast to a function pointer: SQLite copies what is
/// bound.
static inline sqlite3_destructor_type heartcam_sqlite_transient(void) {
  return SQLITE_TRANSIENT;
}

/// Stands in for the variadic sqlite3_db_config(SQLITE_DBCONFIG_DEFENSIVE): no statement can damage
/// the file.
static inline int heartcam_sqlite_set_defensive(sqlite3 *db) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}

/// Stands in for statfs(2), which the module map of Glibc leaves out. Returns the magic number of a
/// path's file system, or 0 if it is unknown.
static inline unsigned int heartcam_file_system_type(const char *path) {
  struct statfs status;
  return statfs(path, &status) == 0 ? (unsigned int)status.f_type : 0;
}

#endif
