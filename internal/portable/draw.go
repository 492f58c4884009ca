package portable

import (
	"math"
	"math/rand/v2"
	"sync"
)

// The ziggurat of Marsaglia and Tsang (2000), doi:10.18637/jss.v005.i08, with
// 128 layers of this area, the last of which starts here.
const (
	layers    = 128
	layerArea = 9.91256303526217e-3
	tailStart = 3.442619855899
)

// A ziggurat has for each layer the share that lies inside, the width and the
// height.
type ziggurat struct {
	inside        [layers]uint32
	width, height [layers]float32
}

var layered = sync.OnceValue(func() *ziggurat {
	const whole = 1 << 31
	density := func(x float64) float64 { return Exp(float64(-0.5 * x * x)) }
	var z ziggurat
	edge := tailStart
	base := layerArea / density(edge)
	z.inside[0], z.width[0], z.height[0] = uint32(edge/base*whole), float32(base/whole), 1
	z.width[layers-1], z.height[layers-1] = float32(edge/whole), float32(density(edge))
	for i := layers - 2; i >= 1; i-- {
		next := math.Sqrt(-2 * Log(layerArea/edge+density(edge)))
		z.inside[i+1] = uint32(next / edge * whole)
		edge = next
		z.width[i], z.height[i] = float32(edge/whole), float32(density(edge))
	}
	return &z
})

// Normal draws from the standard normal distribution, the numbers that
// math/rand/v2 draws on amd64.
func Normal(r *rand.Rand) float64 {
	z := layered()
	for {
		u := r.Uint64()
		j, i := int32(u), u>>32&(layers-1)
		x := float64(float64(j) * float64(z.width[i]))
		if uint32(max(int64(j), -int64(j))) < z.inside[i] {
			return x
		}
		if i == 0 {
			return math.Copysign(tailStart+normalTail(r), float64(j))
		}
		height := z.height[i] + float32(float32(r.Float64())*(z.height[i-1]-z.height[i]))
		if height < float32(Exp(float64(-0.5*x*x))) {
			return x
		}
	}
}

// normalTail is by how much a draw lies beyond tailStart.
func normalTail(r *rand.Rand) float64 {
	for {
		x := float64(-Log(r.Float64()) * (1.0 / tailStart))
		y := -Log(r.Float64())
		if y+y >= float64(x*x) {
			return x
		}
	}
}
