// Binds the large C libraries when one of their functions is first called, not when the program starts.
#ifndef HEARTCAM_CLATELIBRARIES_H
#define HEARTCAM_CLATELIBRARIES_H

// Loads FFmpeg's libraries, for a process that can open no file later. Ends the process if they are not there.
void heartcam_load_ffmpeg(void);

#endif
