/** Whether a text can be a picture's address: https, without blanks or backslashes, and with nobody's name and password in it. */
export const isPicture = (address: string): boolean => {
  if (!/^https:\/\/[^\s\\]+$/i.test(address) || !URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username === '' && password === '';
};
