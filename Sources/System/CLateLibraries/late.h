// The libraries, by the numbers that the stubs hold; shared by C and assembly.
#define LATE_avformat 0
#define LATE_avcodec 1
#define LATE_avutil 2
#define LATE_swscale 3
#define LATE_swresample 4
#define LATE_cairo 5
#define LATE_microhttpd 6
#define LATE_pq 7
#define LATE_v4l2 8
#define LATE_freetype 9
#define LATE_gnutls 10
#define LATE_qrencode 11
#define LATE_COUNT 12
