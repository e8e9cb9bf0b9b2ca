import { type ReactNode, useState } from 'react';
import type { ApiAnswer } from '../../client/api.ts';
import { messages } from '../../shared/messages.ts';
import { problemText } from '../../shared/problems.ts';
import { fieldErrors } from '../forms/field-errors.ts';
import { type Outcome, type Read, useForm } from '../forms/use-form.ts';
import { type Conflict, EditorConflict } from './EditorConflict.tsx';
import { EditorPicture } from './EditorPicture.tsx';
import { ProfileFields } from './ProfileFields.tsx';
import { createProfile, type Stored, storedIn, updateProfile } from './profile-record.ts';
import {
  differences,
  type ProfileField,
  profileFields,
  type Values,
  valuesOf,
  wrongFields,
} from './profile-values.ts';

const { profileService: texts } = messages;

interface Props {
  /** The profile that is edited; null makes a new one. */
  readonly stored: Stored | null;
  /** What a new profile begins with. */
  readonly prefill: Partial<Values>;
  readonly changed: boolean;
  readonly onChange: (changed: boolean) => void;
  /** True while the profile is being deleted. */
  readonly held: boolean;
  readonly conflict: (Omit<Conflict, 'newer'> & { readonly newer: Stored }) | null;
  /** Goes on from the newer version, with what was typed or without. */
  readonly onNewer: (newer: Stored, keepsTyped: boolean) => void;
  readonly onSaved: (stored: Stored) => void;
  readonly onRefused: (answer: ApiAnswer, typed: Values) => Promise<void>;
  readonly onSubmit: () => void;
  readonly onReset: () => void;
  /** More buttons. */
  readonly children: ReactNode;
}

const readIn = (form: HTMLFormElement): Read<ProfileField> => {
  const data = new FormData(form);
  return (field) => String(data.get(field) ?? '');
};

/** The fields of one profile: makes it, or saves what was changed of it. */
export const EditorForm = (props: Props) => {
  const { stored, prefill, changed, onChange, held, conflict, onNewer } = props;
  const before: Partial<Values> = stored?.profile ?? prefill;
  /** The fields keep what was typed when the profile under them becomes another. */
  const [values] = useState(before);
  const [picture, setPicture] = useState(before.pictureUrl ?? '');

  const submit = async (read: Read<ProfileField>, form: HTMLFormElement): Promise<Outcome<ProfileField>> => {
    if (!changed || held) return { done: true };
    props.onSubmit();
    const typed = valuesOf(read, stored?.profile.userId);
    const fields = {
      ...(typed.userId === '' && { userId: problemText('profile-user-id-required') }),
      ...wrongFields(typed, form),
    };
    if (Object.keys(fields).length > 0) return { fields };
    const answer = await (stored ? updateProfile(stored, typed) : createProfile(typed));
    const saved = storedIn(answer);
    if (saved) {
      props.onSaved(saved);
      return { done: true };
    }
    await props.onRefused(answer, typed);
    return { fields: fieldErrors(answer.data, profileFields) };
  };
  const form = useForm(submit);
  const busy = form.busy || held;

  /** What was not typed into follows the newer version. */
  const keepTyped = ({ before: began, typed, newer }: NonNullable<Props['conflict']>) => {
    const untouched = profileFields.filter((field) => (typed[field] || null) === (began[field] || null));
    for (const field of untouched) {
      const input = form.form.current?.elements.namedItem(field);
      if (input instanceof HTMLInputElement) input.value = newer.profile[field] ?? '';
    }
    onNewer(newer, true);
    if (form.form.current) {
      const now = valuesOf(readIn(form.form.current), newer.profile.userId);
      onChange(differences(now, newer.profile).length > 0);
      setPicture(now.pictureUrl ?? '');
    }
  };

  const label = stored ? texts.save : texts.saveNew;
  const idle = !changed || held;
  return (
    <form
      ref={form.form}
      className="form record-form"
      method="dialog"
      noValidate
      onSubmit={form.onSubmit}
      onInput={(event) => {
        form.onInput(event);
        const typed = valuesOf(readIn(event.currentTarget), stored?.profile.userId);
        onChange(differences(typed, before).length > 0);
      }}
    >
      <ProfileFields
        values={values}
        errors={form.errors}
        busy={busy}
        userIdFixed={stored !== null}
        userIdHint={stored ? texts.userIdFixed : undefined}
        onPicture={setPicture}
      >
        <EditorPicture address={picture} />
      </ProfileFields>
      {conflict && (
        <EditorConflict
          conflict={{ ...conflict, newer: conflict.newer.profile }}
          onKeep={() => {
            keepTyped(conflict);
          }}
          onTake={() => {
            onNewer(conflict.newer, false);
          }}
        />
      )}
      <div className="form-actions">
        <button
          type="submit"
          className="button button-primary"
          data-busy={form.busy ? label : texts.saving}
          aria-busy={form.busy}
          aria-disabled={idle || form.busy}
        >
          {form.busy ? texts.saving : label}
        </button>
        <button
          type="button"
          className="button"
          aria-disabled={idle || form.busy}
          onClick={() => {
            if (!idle && !form.busy) props.onReset();
          }}
        >
          {texts.reset}
        </button>
        {props.children}
      </div>
    </form>
  );
};
