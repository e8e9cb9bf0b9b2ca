import { BusyButton } from './BusyButton.tsx';

interface Props {
  readonly label: string;
  readonly busyLabel: string;
  readonly busy: boolean;
}

/** The button that submits a form; useForm sees to it that a second submission meanwhile does nothing. */
export const SubmitButton = (props: Props) => <BusyButton {...props} type="submit" look="primary" />;
