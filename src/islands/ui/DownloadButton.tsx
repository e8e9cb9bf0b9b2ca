import { downloadFile } from '../../client/accounts/files.ts';
import { BusyButton } from './buttons.tsx';
import type { Notice } from './notices.tsx';

interface Props {
  readonly label: string;
  readonly busyLabel: string;
  /** The path of the call, with its query. */
  readonly path: string;
  /** The name of the file if the answer has none. */
  readonly fileName: string;
  /** Shows a failure. Gets null when a download begins. */
  readonly notify: (notice: Notice | null) => void;
}

/** A button that downloads a file of the API as the signed-in user. */
export function DownloadButton({ label, busyLabel, path, fileName, notify }: Props) {
  const download = async () => {
    notify(null);
    const failure = await downloadFile(path, fileName);
    if (failure !== null) notify({ kind: 'error', text: failure });
  };
  return <BusyButton label={label} busyLabel={busyLabel} onPress={download} />;
}
