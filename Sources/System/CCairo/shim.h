// Cairo's C interface, with what Swift cannot import by itself.
#ifndef HEARTCAM_CCAIRO_SHIM_H
#define HEARTCAM_CCAIRO_SHIM_H

#include <cairo-ft.h>
#include <cairo-pdf.h>
#include <cairo.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include <string.h>

/// Stands in for FT_Face's field, whose type Swift does not import: whether the font that Cairo found is
/// of the family that was asked for. Cairo substitutes another one in silence.
static inline int heartcam_cairo_font_has_family(cairo_scaled_font_t *font, const char *family) {
  if (cairo_scaled_font_get_type(font) != CAIRO_FONT_TYPE_FT) return 0;
  FT_Face face = cairo_ft_scaled_font_lock_face(font);
  if (face == NULL) return 0;
  int same = face->family_name != NULL && strcmp(face->family_name, family) == 0;
  cairo_ft_scaled_font_unlock_face(font);
  return same;
}

/// Opens a font's file, whose FreeType handles Swift does not import. The font stays open for the life of the
/// program. NULL if there is no such file, or if it is no font.
static inline cairo_font_face_t *heartcam_cairo_open_font(const char *path) {
  FT_Library library;
  if (FT_Init_FreeType(&library) != 0) return NULL;
  FT_Face face;
  if (FT_New_Face(library, path, 0, &face) != 0) {
    FT_Done_FreeType(library);
    return NULL;
  }
  return cairo_ft_font_face_create_for_ft_face(face, 0);
}

#endif
