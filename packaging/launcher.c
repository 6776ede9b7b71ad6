/* The program that is installed beside the library: all that it does is in libheartcam. */
#include <heartcam.h>

int main(int count, char **words) { return heartcam_main(count, words); }
