// SQLite's C interface, with what Swift cannot import by itself.
#ifndef HEARTCAM_CSQLITE_SHIM_H
#define HEARTCAM_CSQLITE_SHIM_H

#include <sqlite3.h>

#endif
