using System;
using System.Collections.Generic;
using System.Linq;

// Answers each line of its input: the license in base64, and the day of the release.
static class CheckVectors
{
    static void Main(string[] arguments)
    {
        var keys = arguments.Skip(1).Select(key => key.Split(':'))
            .ToDictionary(parts => parts[0], parts => Convert.FromBase64String(parts[1]));
        var revoked = new HashSet<string> { arguments[0] };
        for (string line; (line = Console.ReadLine()) != null;)
        {
            var parts = line.Split('\t');
            var file = Convert.FromBase64String(parts[0]);
            Console.WriteLine(VerifyLicense.Check(file, "Kithbook", keys, revoked, parts[1]));
        }
    }
}
