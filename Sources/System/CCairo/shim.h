// Cairo's C interface, with what Swift cannot import by itself.
#ifndef HEARTCAM_CCAIRO_SHIM_H
#define HEARTCAM_CCAIRO_SHIM_H

#include <cairo-ft.h>
#include <cairo-pdf.h>
#include <cairo.h>
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

#endif
