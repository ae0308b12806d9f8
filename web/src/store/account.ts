// My account: what the server knows of it, and passkeys as browsers and the server each write them.
import { signal } from "@preact/signals";
import type { AccountState, ChallengeOut } from "../generated/api";
import { getJson, sendJson } from "./api";
import { loadMe } from "./session";

export const state = signal<AccountState | null>(null);

export async function loadAccount(): Promise<void> {
  state.value = await getJson<AccountState>("/api/account");
}

/** Do something that answers with the account as it is then. */
export async function change(path: string, body: unknown, method = "POST"): Promise<void> {
  state.value = await sendJson<AccountState>(`/api/account${path}`, body, method);
  await loadMe();
}

/** Do something that answers with nothing. */
export async function remove(path: string): Promise<void> {
  await sendJson<undefined>(`/api/account${path}`, {}, "DELETE");
  await loadAccount();
}

/** Passkeys belong to a name, not to a number, and to pages that nobody can have changed on the way. */
export const passkeysWork = (): boolean => isSecureContext && "PublicKeyCredential" in window && !/^[\d.]+$|:/.test(location.hostname);

const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));

const text = (data: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(data)))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");

interface Described {
  id: string;
  type: "public-key";
}

const described = (list: Described[] | undefined): PublicKeyCredentialDescriptor[] =>
  (list ?? []).map((one) => ({ ...one, id: bytes(one.id) }));

function written(credential: PublicKeyCredential): Record<string, unknown> {
  const response: Record<string, string> = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature"]) {
    const part = (credential.response as unknown as Record<string, ArrayBuffer | undefined>)[name];
    if (part) response[name] = text(part);
  }
  return { id: credential.id, rawId: credential.id, type: credential.type, response };
}

/** Make a passkey: for my account, or for a new one of this name. Whether one was made; nobody has to. */
export async function makePasskey(name?: string): Promise<boolean> {
  const { id, options } = await sendJson<ChallengeOut>("/api/account/passkeys/new", name === undefined ? {} : { name });
  const user = options.user as { id: string; name: string; displayName: string };
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge as string),
    user: { ...user, id: bytes(user.id) },
    excludeCredentials: described(options.excludeCredentials as Described[] | undefined),
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = await navigator.credentials.create({ publicKey }).catch(() => null);
  if (made) await change("/passkeys", { id, credential: written(made as PublicKeyCredential) });
  return made !== null;
}

export async function usePasskey(): Promise<boolean> {
  const { id, options } = await sendJson<ChallengeOut>("/api/account/passkeys/ask", {});
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge as string),
    allowCredentials: described(options.allowCredentials as Described[] | undefined),
  } as unknown as PublicKeyCredentialRequestOptions;
  const found = await navigator.credentials.get({ publicKey }).catch(() => null);
  if (found) await change("/passkeys/log-in", { id, credential: written(found as PublicKeyCredential) });
  return found !== null;
}
