package raster

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/vector"
)

type point struct{ x, y float64 }

// A shape is a polygon, or a line that is not closed.
type shape []point

// oriented turns a polygon so that its inside is on one side: polygons that
// overlap must not take each other away.
func (s shape) oriented() shape {
	area := 0.0
	for i, p := range s {
		q := s[(i+1)%len(s)]
		area += p.x*q.y - q.x*p.y
	}
	if area >= 0 {
		return s
	}
	turned := make(shape, len(s))
	for i, p := range s {
		turned[len(s)-1-i] = p
	}
	return turned
}

func (s shape) add(r *vector.Rasterizer, scale float64) {
	if len(s) < 3 {
		return
	}
	r.MoveTo(float32(s[0].x*scale), float32(s[0].y*scale))
	for _, p := range s[1:] {
		r.LineTo(float32(p.x*scale), float32(p.y*scale))
	}
	r.ClosePath()
}

func disc(center point, radius float64) shape {
	const corners = 24
	s := make(shape, corners)
	for i := range s {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		s[i] = point{center.x + radius*cos, center.y + radius*sin}
	}
	return s
}

// stroked is a line of a width, with round ends and corners.
func stroked(line shape, width float64) []shape {
	shapes := []shape{disc(line[0], width/2)}
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		shapes = append(shapes, disc(b, width/2))
		length := math.Hypot(b.x-a.x, b.y-a.y)
		if length == 0 {
			continue
		}
		dx, dy := -(b.y-a.y)/length*width/2, (b.x-a.x)/length*width/2
		shapes = append(shapes, shape{{a.x + dx, a.y + dy}, {b.x + dx, b.y + dy}, {b.x - dx, b.y - dy}, {a.x - dx, a.y - dy}})
	}
	return shapes
}

// dashed cuts a line into its dashes.
func dashed(line shape, pattern []float64) []shape {
	var dashes []shape
	at, left, on := 0, pattern[0], true
	current := shape{line[0]}
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		for {
			length := math.Hypot(b.x-a.x, b.y-a.y)
			if length <= left {
				left -= length
				current = append(current, b)
				break
			}
			share := left / length
			a = point{a.x + (b.x-a.x)*share, a.y + (b.y-a.y)*share}
			if on {
				dashes = append(dashes, append(current, a))
			}
			current, on = shape{a}, !on
			at = (at + 1) % len(pattern)
			left = pattern[at]
		}
	}
	if on && len(current) > 1 {
		dashes = append(dashes, current)
	}
	return dashes
}

// lines reads the data of a path; closed tells which of them end where they
// began.
func lines(data string) (list []shape, closed []bool, err error) {
	s := scanner{rest: data}
	var at, from point
	command := byte(0)
	for s.skip(); s.rest != ""; s.skip() {
		if c := s.rest[0]; c >= 'A' && c <= 'z' && c != 'e' {
			command, s.rest = c, s.rest[1:]
		}
		relative := command >= 'a'
		next := at
		switch command {
		case 'M', 'L', 'l', 'm':
			x, y := s.number(), s.number()
			if relative {
				x, y = x+at.x, y+at.y
			}
			next = point{x, y}
		case 'H', 'h':
			next.x = s.number()
			if relative {
				next.x += at.x
			}
		case 'V', 'v':
			next.y = s.number()
			if relative {
				next.y += at.y
			}
		case 'Z', 'z':
			next = from
		default:
			return nil, nil, fmt.Errorf("path command %q is not drawn", command)
		}
		if s.err != nil {
			return nil, nil, s.err
		}
		switch command {
		case 'M', 'm':
			list, closed, from = append(list, shape{next}), append(closed, false), next
		default:
			if len(list) == 0 {
				return nil, nil, fmt.Errorf("path begins with %q", command)
			}
			list[len(list)-1] = append(list[len(list)-1], next)
			if command == 'Z' || command == 'z' {
				closed[len(closed)-1] = true
				command = 0 // a number here would have no command
			}
		}
		at = next
	}
	return list, closed, nil
}

// A scanner reads numbers one after the other, and remembers what was none.
type scanner struct {
	rest string
	err  error
}

func (s *scanner) skip() { s.rest = strings.TrimLeft(s.rest, " ,\n\t") }

func (s *scanner) number() float64 {
	s.skip()
	n := 0
	for n < len(s.rest) && (strings.IndexByte("0123456789.e", s.rest[n]) >= 0 || s.rest[n] == '-' && (n == 0 || s.rest[n-1] == 'e') || s.rest[n] == '+' && n > 0 && s.rest[n-1] == 'e') {
		n++
	}
	v, err := strconv.ParseFloat(s.rest[:n], 64)
	if err != nil && s.err == nil {
		s.err = fmt.Errorf("path: %.20q is no number", s.rest)
	}
	s.rest = s.rest[n:]
	return v
}
