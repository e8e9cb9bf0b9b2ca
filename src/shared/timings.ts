/** How long a copy button says 'Copied', in milliseconds: 2 s at the post templates, 3 s at links. */
export const copiedFor = { pitch: 2_000, link: 3_000 } as const;

/** How long /set-new-password stays after its success before it leads to /login, in milliseconds. */
export const resetRedirectDelay = 3_000;

/** How long /set-new-password waits for its sign-out before it says that the password is set, in milliseconds. */
export const signOutPatience = 5_000;

/** How long /user-profile seems to load its sample data, in milliseconds. */
export const demoLoadDelay = 500;
