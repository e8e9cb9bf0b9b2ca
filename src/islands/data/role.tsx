import { createContext, type ReactNode, use } from 'react';
import { roleMessages } from '../../shared/messages/roles.ts';
import { hasRole, type Role } from '../../shared/roles.ts';

const RoleContext = createContext<Role | null>(null);

/** Passes the user's role to the controls inside it. */
export const RoleProvider = RoleContext.Provider;

/** True if the user's role, as the token states it, has all rights of `role`. The server decides again with every call. */
export function useMay(role: Role): boolean {
  return hasRole(use(RoleContext), role);
}

/** Controls for users with this role or a higher one. */
export function May({ role, children }: { readonly role: Role; readonly children: ReactNode }) {
  return useMay(role) && children;
}

/** Explains to finance and viewers why controls are missing on a screen. */
export function RoleNote() {
  const role = use(RoleContext);
  if (role === null || role === 'admin') return null;
  return <p className="soft role-note">{roleMessages.notes[role]}</p>;
}
