// Runs before the page is painted: the theme, so that nothing flashes.
import { preferredTheme } from "./theme";

document.documentElement.dataset.theme = preferredTheme();
