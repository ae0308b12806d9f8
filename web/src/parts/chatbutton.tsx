// Opens the chat where there is somebody to talk to, and says how much there is to read.
import type { JSX } from "preact";
import { type Table, useTable } from "../store/table";
import { useText } from "../words";
import { Sym } from "./symbols";

/** Whether there is a chat, and anybody else who could read it. */
export function canChat({ chatOpen, chatThere, withOthers }: Table): boolean {
  return chatThere.value && (withOthers.value || chatOpen.value);
}

export function ChatButton({ cls, onOpen }: { cls: string; onOpen?: () => void }): JSX.Element | null {
  const table = useTable();
  const { chatOpen, unread } = table;
  const t = useText();
  if (!canChat(table)) return null;
  const label = unread.value ? `${t("chat")}, ${t("chat_unread", { n: unread.value })}` : t("chat");
  return (
    <button
      type="button"
      class={cls}
      data-chat
      aria-label={label}
      title={label}
      aria-expanded={chatOpen.value}
      onClick={() => {
        chatOpen.value = !chatOpen.value;
        if (chatOpen.value) onOpen?.();
      }}
    >
      <Sym id="chat" />
      {unread.value > 0 && <i class="unread-count" aria-hidden="true">{Math.min(unread.value, 99)}</i>}
    </button>
  );
}
