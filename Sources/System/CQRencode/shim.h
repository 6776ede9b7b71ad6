// libqrencode's C interface.
#include <qrencode.h>
