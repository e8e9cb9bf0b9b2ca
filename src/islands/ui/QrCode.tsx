import { encode } from 'uqr';

/** Width of the quiet zone around the code, in modules. */
const QUIET_ZONE = 4;

interface Props {
  readonly text: string;
  /** A description of the target, for screen readers. */
  readonly name: string;
}

/** A QR code as SVG. It is dark on white in both color schemes, because cameras need that. */
export function QrCode({ text, name }: Props) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${String(x)} ${String(y)}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${String(size)} ${String(size)}`}
      role="img"
      aria-label={`QR code: ${name}`}
    >
      <path d={`M0 0h${String(size)}v${String(size)}H0z`} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
