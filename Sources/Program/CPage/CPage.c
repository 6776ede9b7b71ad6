#include "CPage.h"

// A directive of C23 that clang knows in every version of the language.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char index_html[] = {
#embed "files/index.html"
};
static const unsigned char page_css[] = {
#embed "files/page.css"
};
static const unsigned char app_js[] = {
#embed "files/app.js"
};
static const unsigned char live_js[] = {
#embed "files/live.js"
};
static const unsigned char health_js[] = {
#embed "files/health.js"
};
static const unsigned char detail_js[] = {
#embed "files/detail.js"
};
static const unsigned char drawing_js[] = {
#embed "files/drawing.js"
};
static const unsigned char files_js[] = {
#embed "files/files.js"
};
static const unsigned char sharing_js[] = {
#embed "files/sharing.js"
};
static const unsigned char phone_html[] = {
#embed "files/phone.html"
};
static const unsigned char phone_css[] = {
#embed "files/phone.css"
};
static const unsigned char phone_js[] = {
#embed "files/phone.js"
};
static const unsigned char icon_svg[] = {
#embed "files/icon.svg"
};

#define FILE_OF(name, bytes) {name, bytes, sizeof bytes}

static const struct heartcam_page_file files[] = {
    FILE_OF("index.html", index_html), FILE_OF("page.css", page_css),
    FILE_OF("app.js", app_js),         FILE_OF("live.js", live_js),
    FILE_OF("health.js", health_js),   FILE_OF("detail.js", detail_js),
    FILE_OF("drawing.js", drawing_js), FILE_OF("files.js", files_js),
    FILE_OF("sharing.js", sharing_js), FILE_OF("phone.html", phone_html),
    FILE_OF("phone.css", phone_css),   FILE_OF("phone.js", phone_js),
    FILE_OF("icon.svg", icon_svg),
};

const struct heartcam_page_file *heartcam_page_file(size_t index) {
  return index < sizeof files / sizeof *files ? &files[index] : NULL;
}
