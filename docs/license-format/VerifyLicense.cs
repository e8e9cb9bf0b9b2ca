// Checks a Kithbook license. The rules are in ../license-format.md. Ed25519 is libsodium's.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.RegularExpressions;

public static class VerifyLicense
{
    static readonly string[] Labels =
        { "License", "Product", "Plan", "Order", "Issued", "Covers releases until", "Name", "Key" };

    [DllImport("sodium")]
    static extern int crypto_sign_verify_detached(byte[] signature, byte[] text, ulong length, byte[] key);

    /// Returns "valid", "expired", "revoked", "other-product", "altered", "unknown-key" or "unreadable".
    /// keys: public keys of 32 bytes by key id. releasedOn: the day of the release, as 2026-11-29.
    public static string Check(byte[] file, string product, IDictionary<string, byte[]> keys,
        ISet<string> revokedIds, string releasedOn)
    {
        var lines = Encoding.UTF8.GetString(file).Normalize().Split('\r', '\n')
            .Select(line => Regex.Replace(line, "[ \t\u00a0]+", " "))
            .Select(line => Regex.Replace(line, "^[ >]+| $", ""))
            .Where(line => line != "").ToList();
        int begin = lines.FindIndex(line => line.Contains("BEGIN KITHBOOK LICENSE"));
        int middle = begin < 0 ? -1 : lines.IndexOf("Signature:", begin);
        int end = middle < 0 ? -1 : lines.FindIndex(middle, line => line.Contains("END KITHBOOK LICENSE"));
        if (end < 0) return "unreadable";
        var signed = lines.GetRange(begin + 1, middle - begin - 1);
        var fields = signed.Select(line => line.Split(new[] { ": " }, 2, StringSplitOptions.None)).ToList();
        bool hasName = fields.Any(field => field[0] == "Name");
        var labels = Labels.Where(label => label != "Name" || hasName);
        if (fields.Any(field => field.Length != 2) || !labels.SequenceEqual(fields.Select(field => field[0])))
            return "unreadable";
        var values = fields.ToDictionary(field => field[0], field => field[1]);
        byte[] key;
        if (!keys.TryGetValue(values["Key"], out key)) return "unknown-key";
        string text = string.Concat(lines.GetRange(middle + 1, end - middle - 1));
        byte[] signature;
        try { signature = Convert.FromBase64String(text); } catch (FormatException) { return "altered"; }
        // Base64 has several spellings of the same bytes. Only the usual one counts.
        if (signature.Length != 64 || Convert.ToBase64String(signature) != text) return "altered";
        byte[] message = Encoding.UTF8.GetBytes("kithbook-license-1\n" + string.Join("\n", signed) + "\n");
        if (crypto_sign_verify_detached(signature, message, (ulong)message.Length, key) != 0) return "altered";
        if (values["Product"] != product) return "other-product";
        if (revokedIds.Contains(values["License"])) return "revoked";
        bool covers = string.CompareOrdinal(releasedOn, values["Covers releases until"]) <= 0;
        return covers ? "valid" : "expired";
    }
}
