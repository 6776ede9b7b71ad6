// The page's own files, which are a part of the program.
#ifndef HEARTCAM_CPAGE_H
#define HEARTCAM_CPAGE_H

#include <stddef.h>

struct heartcam_page_file {
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

// Returns the file at an index from 0; NULL after the last.
const struct heartcam_page_file *heartcam_page_file(size_t index);

// Returns the page that invites a phone, in which {words} stand for what is not known yet.
const char *heartcam_page_invitation(void);

#endif
