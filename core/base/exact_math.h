// Functions whose value the state depends on, with the same bits on every machine: the C library's differ in
// the last bit from one to the next. Sums and products of doubles alone.
#pragma once

namespace drover {

// e to the power of x, within a few units in the last place; 0 below -700.
inline double exactExp(double x) {
    if (x < -700) return 0;
    int halvings = 0;
    for (; x > 0.25 || x < -0.25; x *= 0.5) ++halvings;
    double term = 1, sum = 1;
    for (int i = 1; i <= 14; ++i) term *= x / i, sum += term;
    for (; halvings > 0; --halvings) sum *= sum;
    return sum;
}

// The error function: Abramowitz and Stegun 7.1.26, within 1.5e-7.
inline double exactErf(double x) {
    const double size = x < 0 ? -x : x;
    const double t = 1 / (1 + 0.3275911 * size);
    const double sum =
        t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
    const double value = 1 - sum * exactExp(-size * size);
    return x < 0 ? -value : value;
}

}  // namespace drover
