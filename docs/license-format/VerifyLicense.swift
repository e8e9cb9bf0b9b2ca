// Checks a Kithbook license. The rules are in ../license-format.md. Ed25519 is CryptoKit's.
import CryptoKit
import Foundation

enum LicenseAnswer: String {
  case valid, expired, revoked, altered, unreadable
  case otherProduct = "other-product"
  case unknownKey = "unknown-key"
}

private let labels = ["License", "Product", "Plan", "Order", "Issued", "Covers releases until", "Name", "Key"]

/// Removes the marks of mail programs: quotes, indents, doubled and replaced spaces.
private func plain(_ line: Substring) -> String {
  line.replacingOccurrences(of: "[ \\t\\u00a0]+", with: " ", options: .regularExpression)
    .replacingOccurrences(of: "^[ >]+| $", with: "", options: .regularExpression)
}

/// `keys`: public keys of 32 bytes by key id. `releasedOn`: the day of the release, as 2026-11-29.
func checkLicense(
  _ file: Data, product: String, keys: [String: Data], revokedIds: Set<String>, releasedOn: String
) -> LicenseAnswer {
  let content = String(decoding: file, as: UTF8.self).precomposedStringWithCanonicalMapping
  let lines = content.split { ["\n", "\r", "\r\n"].contains($0) }.map(plain).filter { !$0.isEmpty }
  guard let begin = lines.firstIndex(where: { $0.contains("BEGIN KITHBOOK LICENSE") }),
    let middle = lines[begin...].firstIndex(of: "Signature:"),
    let end = lines[middle...].firstIndex(where: { $0.contains("END KITHBOOK LICENSE") })
  else { return .unreadable }
  let signed = lines[(begin + 1)..<middle]
  let fields = signed.map { $0.components(separatedBy: ": ") }
  let found = fields.map { $0[0] }
  let expected = labels.filter { $0 != "Name" || found.contains("Name") }
  guard found == expected, fields.allSatisfy({ $0.count > 1 }) else { return .unreadable }
  let pairs = fields.map { ($0[0], $0.dropFirst().joined(separator: ": ")) }
  let values = Dictionary(uniqueKeysWithValues: pairs)

  guard let bytes = keys[values["Key"]!] else { return .unknownKey }
  let text = lines[(middle + 1)..<end].joined()
  let message = Data(("kithbook-license-1\n" + signed.joined(separator: "\n") + "\n").utf8)
  // Base64 has several spellings of the same bytes. Only the usual one counts.
  guard let signature = Data(base64Encoded: text), signature.base64EncodedString() == text,
    let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes),
    key.isValidSignature(signature, for: message)
  else { return .altered }
  if values["Product"] != product { return .otherProduct }
  if revokedIds.contains(values["License"]!) { return .revoked }
  return releasedOn <= values["Covers releases until"]! ? .valid : .expired
}
