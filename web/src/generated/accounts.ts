// Written by tools/generate/client_types.py from the server's types; `make generate` renews it.
import type { View } from "./game";

export interface AccountOut {
  name: string;
  admin: boolean;
  created_at: number;
  password: boolean;
  provider: boolean;
  passkeys: PasskeyOut[];
  sessions: SessionOut[];
}

export interface AccountState {
  offered: boolean;
  provider: string | null;
  emails: boolean;
  account: AccountOut | null;
}

export interface Browser { id: string; browser: string; created_at: number }

export interface LogIn { name: string; password: string }

export interface MailBody { address: string }

export interface MailState { address: string | null; confirmed: boolean; turns: boolean }

export interface NewAccount { name: string; password: string }

export interface NewName { name: string }

export interface NewPassword { old?: string | null; new: string }

export interface NewToken { id: string; name: string; created_at: number; token: string }

export interface Notifications { push: PushState | null; mail: MailState | null }

export interface PasskeyOut { id: string; label: string; created_at: number; used_at: number | null }

export interface PasswordResetIn { name: string }

export interface PushKeys { p256dh: string; auth: string }

export interface PushState { key: string; browsers: Browser[] }

/** The output of ``PushSubscription.toJSON()`` in a browser. */
export interface PushSubscriptionIn { endpoint: string; keys: PushKeys }

export interface ResetBody { token: string; new: string }

export interface ResetRequested { minutes: number }

export interface SessionOut { id: string; device: string; created_at: number; seen_at: number; here: boolean }

export interface TokenIn { name: string }

export interface TokenOut { id: string; name: string; created_at: number }

export interface Tokens { tokens: TokenOut[] }

export interface TurnMails { on: boolean }

export interface TurnOut {
  version: number | null;
  state: "lobby" | "running" | "finished";
  due: boolean;
  seat: number | null;
  view: View | null;
}
