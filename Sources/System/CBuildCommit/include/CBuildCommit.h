// Which commit a program was built of: Swift has no constant that a build can give a value.
#ifndef HEARTCAM_CBUILDCOMMIT_H
#define HEARTCAM_CBUILDCOMMIT_H

/// The commit as hexadecimal digits, with "-dirty" where files differed from it; empty in a build that was not told, as a
/// developer's.
extern const char *const heartcam_build_commit;

#endif
