document.querySelector("#app")!.textContent = "欢乐斗地主";
