#include "CBuildCommit.h"

const char *const heartcam_build_commit = HEARTCAM_COMMIT;
