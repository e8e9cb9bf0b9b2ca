import { encode } from 'uqr';

interface Props {
  readonly text: string;
  /** What it leads to, in words. */
  readonly name: string;
}

/** Modules of white around the code, as readers need them. */
const QUIET = 4;

/** A text as a QR code, dark on white in both schemes, as cameras want it; printed on its own it stays sharp. */
export const QrCode = ({ text, name }: Props) => {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
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
};
