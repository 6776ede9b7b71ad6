// expat's C interface, which benchmarks compare our own parser with.
#include <expat.h>
