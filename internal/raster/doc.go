// Package raster draws figures as pixels: what this program writes as SVG, and of
// SVG no more than that. It knows rect, circle, path (M L H V Z and their relative
// forms, without curves) and text in one size, with fill, stroke, dashes and
// opacities as attributes. Style sheets are not read. Anything else is an error,
// so that a figure is never drawn with a part of it missing.
//
// Letters are those of the Go fonts, which have Latin, Greek and Cyrillic; others
// are boxes.
//
//	err := raster.PNG(w, svg, 2)
package raster
