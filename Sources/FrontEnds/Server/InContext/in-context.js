// The in-context editor.
export {};
