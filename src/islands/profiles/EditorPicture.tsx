import { useState } from 'react';
import { profileProblemText } from '../../shared/problems/profiles.ts';
import { isPicture } from '../../shared/is-picture.ts';

/** A look at the picture; one that cannot be had is hidden. Its host is not told who asks. */
export const EditorPicture = ({ address }: { readonly address: string }) => {
  const [failed, setFailed] = useState<string | null>(null);
  if (!isPicture(address)) return null;
  if (failed === address) return <p className="hint">{profileProblemText('profile-picture-failed')}</p>;
  return (
    <img
      key={address}
      src={address}
      alt="Picture of the profile"
      width="96"
      height="96"
      referrerPolicy="no-referrer"
      onError={() => {
        setFailed(address);
      }}
    />
  );
};
