/** No question to the provider waits longer, in milliseconds; its library itself waits minutes. */
export const timeLimit = 4_000;
