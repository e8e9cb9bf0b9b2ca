import { downloadAsViewer } from '../../client/accounts/download.ts';

/** Downloads everything that is kept about an address. The text of what went wrong, or null. */
export const downloadPersonalData = (email: string): Promise<string | null> =>
  downloadAsViewer(`/api/customers/data?${new URLSearchParams({ email }).toString()}`, 'personal-data.json');
