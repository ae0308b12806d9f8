// Buttons, steppers, switches, choices, dialogs.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren, JSX } from "preact";
import { useTable } from "../store/table";
import { useText } from "../words";
import { Sym } from "./symbols";

interface PrimaryProps {
  children: ComponentChildren;
  onClick: () => void;
  disabled?: boolean;
}

/** What is greyed out does nothing, but can be pointed at and reached by keyboard: it says why. */
export const greyed = (off: boolean | undefined, onClick: () => void) => ({ "aria-disabled": off || undefined, onClick: off ? undefined : onClick });

/** The one primary button of the action panel. */
export function Primary({ children, onClick, disabled }: PrimaryProps): JSX.Element {
  const { play: { busy } } = useTable();
  return (
    <button type="button" class="button is-primary" data-primary {...greyed(disabled || busy.value, onClick)}>
      {children}
    </button>
  );
}

export function Secondary({ children, onClick, disabled }: PrimaryProps): JSX.Element {
  const { play: { busy } } = useTable();
  return (
    <button type="button" class="button" data-secondary {...greyed(disabled || busy.value, onClick)}>
      {children}
    </button>
  );
}

/** What is left to do where nothing is planned: it does not call for attention. */
export function Quiet({ children, onClick }: PrimaryProps): JSX.Element {
  const { play: { busy } } = useTable();
  return (
    <button type="button" class="button" data-quiet {...greyed(busy.value, onClick)}>
      {children}
    </button>
  );
}

interface StepperProps {
  value: number;
  least?: number;
  most: number;
  label: string;
  onChange: (value: number) => void;
  off?: boolean;
}

export function Stepper({ value, least = 0, most, label, onChange, off }: StepperProps): JSX.Element {
  const t = useText();
  return (
    <span class={`stepper${off ? " is-disabled" : ""}`} role="group" aria-label={label}>
      <button type="button" aria-label={`${label}: ${t("less")}`} {...greyed(off || value <= least, () => onChange(value - 1))}>
        <Sym id="minus" />
      </button>
      <b>{value}</b>
      <button type="button" aria-label={`${label}: ${t("more")}`} {...greyed(off || value >= most, () => onChange(value + 1))}>
        <Sym id="plus" />
      </button>
    </span>
  );
}

interface BidProps {
  value: number;
  least: number;
  most: number;
  onChange: (value: number) => void;
}

/** A bid by number, by one, by +1, +5 and the maximum. */
export function BidField({ value, least, most, onChange }: BidProps): JSX.Element {
  const t = useText();
  const clamp = (n: number) => Math.max(least, Math.min(most, n));
  const quick = (label: string, to: number) => (
    <button type="button" class="quick-button" {...greyed(value === to, () => onChange(to))}>
      {label}
      <small>{to}</small>
    </button>
  );
  return (
    <div class="bid-row">
      <div class="bid-field">
        <button type="button" aria-label={t("less")} {...greyed(value <= least, () => onChange(value - 1))}>
          <Sym id="minus" />
        </button>
        <input
          class="bid-input"
          inputMode="numeric"
          aria-label={t("bid_amount")}
          value={value}
          onChange={(event) => {
            const wanted = Number.parseInt(event.currentTarget.value, 10);
            const next = Number.isNaN(wanted) ? value : clamp(wanted);
            event.currentTarget.value = String(next);
            onChange(next);
          }}
        />
        <button type="button" aria-label={t("more")} {...greyed(value >= most, () => onChange(value + 1))}>
          <Sym id="plus" />
        </button>
      </div>
      <div class="quick-bids">
        {quick("+1", Math.min(value + 1, most))}
        {quick("+5", Math.min(value + 5, most))}
        {quick(t("max"), most)}
      </div>
    </div>
  );
}

interface DialogProps {
  title: string;
  children: ComponentChildren;
  onClose: () => void;
}

export function Dialog({ title, children, onClose }: DialogProps): JSX.Element {
  const t = useText();
  const box = useRef<HTMLDialogElement>(null);
  const gone = useRef(false);
  useLayoutEffect(() => {
    const dialog = box.current!;
    // before the page is painted: a key that is pressed now must not reach what is behind
    dialog.showModal();
    return () => {
      gone.current = true;
      // gives the focus back
      dialog.close();
    };
  }, []);
  return (
    <dialog
      ref={box}
      class="dialog"
      aria-label={title}
      onClose={() => gone.current || onClose()}
      onClick={(event) => {
        if (event.target === box.current) onClose();
      }}
    >
      <header>
        <h2>{title}</h2>
        <button type="button" class="close-button" aria-label={t("close")} onClick={onClose}>
          <Sym id="x" />
        </button>
      </header>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}

export function Switch({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }): JSX.Element {
  return (
    <label class="switch">
      <input type="checkbox" checked={on} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  );
}

interface PickProps<T> {
  name: string;
  value: T;
  values: { value: T; label: ComponentChildren }[];
  onPick: (value: T) => void;
}

/** One of a few, each a button. */
export function Pick<T extends string | number | boolean>({ name, value, values, onPick }: PickProps<T>): JSX.Element {
  return (
    <div class="picker" role="radiogroup" aria-label={name}>
      {values.map((one) => (
        <button
          key={String(one.value)}
          type="button"
          role="radio"
          aria-checked={one.value === value}
          class={one.value === value ? "is-active" : ""}
          data-value={String(one.value)}
          onClick={() => onPick(one.value)}
        >
          {one.label}
        </button>
      ))}
    </div>
  );
}

/** A button that asks once more before it does what cannot be undone. */
export function Sure({ label, again, act }: { label: string; again: string; act: () => void }): JSX.Element {
  const [sure, setSure] = useState(false);
  return (
    <button
      type="button"
      class={`button is-small${sure ? " is-danger" : ""}`}
      onBlur={() => setSure(false)}
      onClick={() => {
        if (sure) act();
        setSure(!sure);
      }}
    >
      {sure ? again : label}
    </button>
  );
}
