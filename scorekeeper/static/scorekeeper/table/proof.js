// Whether a computer is the one that a page knows: it signs the page's random nonce, the requested address and its number.
// RSA with SHA-256 (RFC 8017, PKCS #1 v1.5; FIPS 180-4), because crypto.subtle exists on https only.
(() => {
  "use strict";
  const belote = window.belote;

  const ROUNDS = Uint32Array.of(
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
  );
  const BEGIN = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
  // The prefix of a SHA-256 hash in a signature.
  const IS_SHA256 = "003031300d060960864801650304020105000420";

  const hexOf = (numbers, digits) => Array.from(numbers, (number) => number.toString(16).padStart(digits, "0")).join("");

  const sha256 = (text) => {
    const content = new TextEncoder().encode(text);
    const bytes = new Uint8Array(((content.length + 72) >> 6) << 6);
    bytes.set(content);
    bytes[content.length] = 0x80;
    const view = new DataView(bytes.buffer);
    view.setUint32(bytes.length - 4, content.length * 8);
    const turned = (word, by) => (word >>> by) | (word << (32 - by));
    const state = Uint32Array.from(BEGIN);
    const words = new Uint32Array(64);
    for (let block = 0; block < bytes.length; block += 64) {
      for (let at = 0; at < 64; at += 1) {
        if (at < 16) {
          words[at] = view.getUint32(block + 4 * at);
          continue;
        }
        const [late, early] = [words[at - 2], words[at - 15]];
        const last = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
        words[at] = last + words[at - 7] + (turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)) + words[at - 16];
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let at = 0; at < 64; at += 1) {
        const mixed = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[at] + words[at];
        const more = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + mixed) | 0, c, b, a, (mixed + more) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((word, at) => (state[at] += word));
    }
    return hexOf(state, 8);
  };

  // The whole padding is compared, not only its end.
  const isSigned = (text, signature, modulus) => {
    if (!/^[0-9a-f]+$/.test(signature) || signature.length !== modulus.length) return false;
    const [signed, below] = [BigInt(`0x${signature}`), BigInt(`0x${modulus}`)];
    if (signed >= below) return false;
    // Raised to the power of 65537.
    let power = signed;
    for (let doubled = 0; doubled < 16; doubled += 1) power = (power * power) % below;
    const end = IS_SHA256 + sha256(text);
    return (power * signed) % below === BigInt(`0x0001${"f".repeat(modulus.length - 4 - end.length)}${end}`);
  };

  const randomWord = () => hexOf(window.crypto.getRandomValues(new Uint8Array(16)), 2);

  belote.proof = { isSigned, randomWord, sha256 };
})();
