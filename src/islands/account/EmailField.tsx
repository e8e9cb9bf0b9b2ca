import { TextField } from '../ui/TextField.tsx';

interface Props {
  readonly error: string | undefined;
  readonly readOnly: boolean;
}

/** The email of an account, as password managers know it. */
export const EmailField = (props: Props) => (
  <TextField {...props} name="email" label="Email" type="email" autoComplete="username" maxLength={255} />
);
