#include "CPage.h"

// A directive of C23 that clang knows in every version of the language.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char index_html[] = {
#embed "files/index.html"
};
static const unsigned char page_css[] = {
#embed "files/page.css"
};
static const unsigned char main_js[] = {
#embed "files/main.js"
};
static const unsigned char live_js[] = {
#embed "files/live.js"
};
static const unsigned char health_js[] = {
#embed "files/health.js"
};
static const unsigned char type_js[] = {
#embed "files/type.js"
};
static const unsigned char files_js[] = {
#embed "files/files.js"
};
static const unsigned char sources_js[] = {
#embed "files/sources.js"
};
static const unsigned char chart_js[] = {
#embed "files/chart.js"
};
static const unsigned char samples_js[] = {
#embed "files/samples.js"
};
static const unsigned char drawing_js[] = {
#embed "files/drawing.js"
};
static const unsigned char result_js[] = {
#embed "files/result.js"
};
static const unsigned char server_js[] = {
#embed "files/server.js"
};
static const unsigned char dom_js[] = {
#embed "files/dom.js"
};
static const unsigned char text_js[] = {
#embed "files/text.js"
};
static const unsigned char phone_html[] = {
#embed "files/phone.html"
};
static const char phone_invitation[] = {
#embed "files/phone.invitation.html" suffix(, 0)
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
    FILE_OF("index.html", index_html),
    FILE_OF("page.css", page_css),
    FILE_OF("main.js", main_js),
    FILE_OF("live.js", live_js),
    FILE_OF("health.js", health_js),
    FILE_OF("type.js", type_js),
    FILE_OF("files.js", files_js),
    FILE_OF("sources.js", sources_js),
    FILE_OF("chart.js", chart_js),
    FILE_OF("samples.js", samples_js),
    FILE_OF("drawing.js", drawing_js),
    FILE_OF("result.js", result_js),
    FILE_OF("server.js", server_js),
    FILE_OF("dom.js", dom_js),
    FILE_OF("text.js", text_js),
    FILE_OF("phone.html", phone_html),
    FILE_OF("phone.css", phone_css),
    FILE_OF("phone.js", phone_js),
    FILE_OF("icon.svg", icon_svg),
};

const struct heartcam_page_file *heartcam_page_file(size_t index) {
  return index < sizeof files / sizeof *files ? &files[index] : NULL;
}

const char *heartcam_page_invitation(void) { return phone_invitation; }
