import { type ApiAnswer, codeIn } from '../../client/api.ts';

/** Whether a change was refused because the record is another by now than the one it was made from. */
export const isStale = ({ data }: ApiAnswer): boolean => codeIn(data) === 'changed-meanwhile';
