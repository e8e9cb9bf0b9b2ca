import { messages } from '../../shared/messages.ts';
import type { ProfileRecord } from './profile-record.ts';
import { differences, fieldLabels, type Values } from './profile-values.ts';

const { profileService: texts } = messages;

/** What somebody else saved while the form was filled in. */
export interface Conflict {
  /** The profile as the form began. */
  readonly before: ProfileRecord;
  readonly typed: Values;
  readonly newer: ProfileRecord;
}

interface Props {
  readonly conflict: Conflict;
  readonly onKeep: () => void;
  readonly onTake: () => void;
}

const shown = (text: string | null): string => text ?? 'nothing';

/** Shows what differs, and lets one go on from the newer version with or without one's own text. */
export const EditorConflict = ({ conflict: { before, typed, newer }, onKeep, onTake }: Props) => (
  <section className="conflict" aria-labelledby="conflict">
    <h3 id="conflict">Saved by somebody else meanwhile</h3>
    <ul className="changes">
      {differences(before, newer).map((field) => (
        <li key={field}>
          {fieldLabels[field]}: <ins>{shown(newer[field])}</ins>
          {typed[field] !== before[field] &&
            typed[field] !== newer[field] &&
            ` (you: ${shown(typed[field])})`}
        </li>
      ))}
    </ul>
    <div className="form-actions">
      <button type="button" className="button" onClick={onKeep}>
        {texts.keepTyped}
      </button>
      <button type="button" className="button" onClick={onTake}>
        {texts.takeNewer}
      </button>
    </div>
  </section>
);
