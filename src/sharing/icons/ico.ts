/**
 * One square PNG of up to 256 pixels as an ICO file: a header of 6 bytes, a directory entry of 16, the
 * PNG as it is. Numbers are little-endian; 256 is written as 0.
 */
export const icoOf = (png: Uint8Array, size: number): Uint8Array<ArrayBuffer> => {
  const header = new DataView(new ArrayBuffer(22));
  header.setUint16(2, 1, true); // the kind: an icon
  header.setUint16(4, 1, true); // how many pictures
  header.setUint8(6, size % 256);
  header.setUint8(7, size % 256);
  header.setUint16(10, 1, true); // colour planes
  header.setUint16(12, 32, true); // bits per pixel
  header.setUint32(14, png.byteLength, true);
  header.setUint32(18, header.byteLength, true);
  const file = new Uint8Array(header.byteLength + png.byteLength);
  file.set(new Uint8Array(header.buffer));
  file.set(png, header.byteLength);
  return file;
};
