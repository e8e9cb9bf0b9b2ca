/** Where else this profile shows. */
export const EditorLinks = ({ userId }: { readonly userId: string }) => (
  <nav className="buttons" aria-label="Quick links">
    <a className="button" href={`/user-profile?${new URLSearchParams({ id: userId }).toString()}`}>
      Demo profile
    </a>
    <a className="button" href={`/profile/${encodeURIComponent(userId)}`}>
      Public profile
    </a>
  </nav>
);
