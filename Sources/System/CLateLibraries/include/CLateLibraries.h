// Binds the large C libraries when one of their functions is first called, not when the program starts.
#ifndef HEARTCAM_CLATELIBRARIES_H
#define HEARTCAM_CLATELIBRARIES_H

// Nothing is called by name: a program that is linked with this has its functions in the place of the libraries'.

#endif
